import { mount } from "svelte";
import App from "./App.svelte";
import { handleLinkClicks, router } from "./lib/router.svelte";
import { applySettings } from "./lib/settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";

applySettings(window);
router.start(window);
handleLinkClicks(window);
const target = document.getElementById("app");
if (target) mount(App, { target });
