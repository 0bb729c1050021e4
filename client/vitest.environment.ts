import type { Environment } from "vitest/runtime";

/** Node, but with code as it is compiled for the browser, so that state in *.svelte.ts files reacts. */
const environment: Environment = {
  name: "node-client",
  viteEnvironment: "client",
  setup: () => ({ teardown: () => undefined }),
};
export default environment;
