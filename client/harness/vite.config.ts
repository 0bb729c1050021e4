import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Builds the board test page for tests/browser/components and bench/frames.py; --outDir sets the output folder.
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  build: {
    emptyOutDir: true,
    target: "baseline-widely-available",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: new URL("board.html", import.meta.url).pathname },
  },
});
