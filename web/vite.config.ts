import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

type File = Rolldown.OutputBundle[string];
const isEntry = (file?: File): boolean => file?.type === "chunk" && file.isEntry;

/** Preloads the chunks that follow the first paint, so that they are not fetched one by one. */
function preloadStart(): Plugin {
  return {
    name: "preload-start",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }): HtmlTagDescriptor[] {
        const start = Object.values(bundle).find((file) => file.name === "start");
        if (start?.type !== "chunk") return [];
        const styles = [...(start.viteMetadata?.importedCss ?? [])];
        const link = (file: string, kind: Record<string, string>): HtmlTagDescriptor => ({
          tag: "link",
          attrs: { ...kind, crossorigin: true, href: `./${file}` },
          injectTo: "head",
        });
        const scripts = [start.fileName, ...start.imports].filter((file) => !isEntry(bundle[file]));
        return [
          ...scripts.map((file) => link(file, { rel: "modulepreload" })),
          ...styles.map((file) => link(file, { rel: "preload", as: "style" })),
        ];
      },
    },
  };
}

// The page is built into the Python package. Its path on the server is not known at build time: all
// addresses are relative, and the server writes its prefix into index.html.
export default defineConfig({
  base: "./",
  plugins: [svelte(), preloadStart()],
  build: {
    outDir: "../src/menagerie/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
