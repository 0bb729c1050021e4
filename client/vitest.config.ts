import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// What is drawn is tested in a real browser (tests/browser); here is tested what can be computed without one.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  server: { fs: { allow: [".."] } }, // the colours are compared with those of the boards, in src/hippodrome/kit
  test: {
    environment: "./vitest.environment.ts",
    server: { deps: { inline: ["svelte"] } },
    include: ["src/**/*.test.ts"],
    css: true,
  },
});
