"""The laboratory: many matches at once, what they show, and what must never happen in one."""
