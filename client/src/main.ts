import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks, router } from "./lib/router.svelte";
import { dress } from "./lib/settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";

dress(window);
router.start(window);
followLinks(window);
const target = document.getElementById("app");
if (target) mount(App, { target });
