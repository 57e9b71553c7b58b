import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

type File = Rolldown.OutputBundle[string];
const isEntry = (file?: File): boolean => file?.type === "chunk" && file.isEntry;

/** What comes after the first picture is asked for at once, so that nobody waits for it twice. */
function askEarly(): Plugin {
  return {
    name: "ask-early",
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

// The page is built into the Python package. Where it will be served is not known here: everything
// is addressed relative to itself, and the server writes its prefix into index.html.
export default defineConfig({
  base: "./",
  plugins: [svelte(), askEarly()],
  build: {
    outDir: "../src/menagerie/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
