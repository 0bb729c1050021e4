import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Tests of everything that runs without a browser. tests/browser tests the rest in a real one.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  server: { fs: { allow: [".."] } }, // tokens.test.ts reads src/hippodrome/kit
  test: {
    environment: "./vitest.environment.ts",
    server: { deps: { inline: ["svelte"] } },
    include: ["src/**/*.test.ts"],
    css: true,
    isolate: false, // each file would load all modules again; a test resets what it changes
  },
});
