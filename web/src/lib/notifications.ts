/** Sound and vibration that call a player back to the table. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function playNotes(notes: readonly number[]): void {
  context ??= new AudioContext();
  const start = context.currentTime;
  notes.forEach((pitch, index) => {
    if (!context) return;
    const tone = context.createOscillator();
    const volume = context.createGain();
    const at = start + 0.14 * index;
    tone.type = "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.35);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  });
}

/** It is the player's turn. */
export function notifyTurn(): void {
  if (settings.sound) playNotes([523, 659]);
  if (document.hidden && "vibrate" in navigator) navigator.vibrate([80, 60, 80]);
}

/** The game is over. */
export function notifyGameOver(): void {
  if (settings.sound) playNotes([523, 659, 784, 1047]);
}
