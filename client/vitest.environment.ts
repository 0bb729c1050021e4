import type { Environment } from "vitest/runtime";

/** A Node environment with code compiled for the browser, so that state in *.svelte.ts files is reactive. */
const environment: Environment = {
  name: "node-client",
  viteEnvironment: "client",
  setup: () => ({ teardown: () => undefined }),
};
export default environment;
