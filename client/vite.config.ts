import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type ProxyOptions } from "vite";

const SERVER = "http://127.0.0.1:8000";

/** Hand a request on to the server as if its own page had sent it, since it refuses the pages of others. */
const toServer: ProxyOptions = {
  target: SERVER,
  changeOrigin: true,
  rewriteWsOrigin: true,
  headers: { origin: SERVER },
};

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/hippodrome/server/static",
    emptyOutDir: true,
    target: "baseline-widely-available",
    // The page may only load files of its own server: no scripts, styles or pictures inside other files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": toServer, "/socket": { ...toServer, ws: true } },
  },
});
