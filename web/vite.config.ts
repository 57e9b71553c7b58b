import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is built into the Python package. Where it will be served is not known here: everything
// is addressed relative to itself, and the server writes its prefix into index.html.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/menagerie/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
