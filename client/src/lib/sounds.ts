/** Short synthesised sounds. Off unless switched on in the settings. */

import { settings } from "./settings.svelte";

export type Sound = "dice" | "move" | "turn" | "damage" | "victory";

let audio: AudioContext | null = null;

/** Play a sound, if sounds are on and the browser allows it. */
export function playSound(name: Sound): void {
  if (!settings.sounds || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const context = audio;
  const play = (): void => SOUNDS[name](context, context.currentTime + 0.01);
  if (context.state === "running") play();
  else context.resume().then(play, () => undefined);
}

const SOUNDS: Record<Sound, (context: AudioContext, at: number) => void> = {
  // dice rattling on a wooden board
  dice: (context, at) => {
    for (const [index, gap] of [0, 0.06, 0.11, 0.19, 0.24].entries())
      rattle(context, at + gap, 0.035, 1900 + 350 * (index % 3), 0.28 - 0.04 * index);
  },
  // two hoofbeats in the sand
  move: (context, at) => {
    rattle(context, at, 0.07, 260, 0.35);
    rattle(context, at + 0.1, 0.07, 210, 0.25);
  },
  // two plucked strings
  turn: (context, at) => {
    pluck(context, at, 440, 0.5, 0.2);
    pluck(context, at + 0.14, 659, 0.7, 0.2);
  },
  // breaking wood
  damage: (context, at) => {
    rattle(context, at, 0.16, 420, 0.5);
    pluck(context, at, 98, 0.35, 0.25);
  },
  // a short fanfare
  victory: (context, at) => {
    for (const [index, pitch] of [392, 523, 659, 784].entries())
      pluck(context, at + 0.13 * index, pitch, index === 3 ? 1.1 : 0.4, 0.2);
  },
};

function pluck(context: AudioContext, at: number, pitch: number, length: number, volume: number): void {
  const string = context.createOscillator();
  string.type = "triangle";
  string.frequency.value = pitch;
  string.connect(fadingGain(context, at, length, volume));
  string.start(at);
  string.stop(at + length);
}

function rattle(context: AudioContext, at: number, length: number, pitch: number, volume: number): void {
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const noise = samples.getChannelData(0);
  for (let index = 0; index < noise.length; index += 1) noise[index] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = samples;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 1.2;
  source.connect(band).connect(fadingGain(context, at, length, volume));
  source.start(at);
}

function fadingGain(context: AudioContext, at: number, length: number, volume: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}
