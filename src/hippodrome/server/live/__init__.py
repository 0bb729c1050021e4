"""Live tables: match sessions, viewers, sockets, frames, clocks, chat and advice."""
