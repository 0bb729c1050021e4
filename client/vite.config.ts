import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type ProxyOptions } from "vite";

const SERVER = "http://127.0.0.1:8000";

/** Forward requests with the server's own origin, because the server rejects other origins. */
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
    // The content security policy allows files of this server only, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": toServer, "/.well-known": toServer, "/socket": { ...toServer, ws: true } },
  },
});
