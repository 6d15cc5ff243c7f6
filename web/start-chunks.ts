import type { Plugin } from 'vite';

/** Chunks of libraries and rules, most functions of which run at the start of every visit. */
const compiledChunks: ReadonlySet<string> = new Set(['react', 'styles', 'vendor', 'domain']);

/** The documents name these chunks (fill-document.ts), so an import of another one need not preload them. */
const documentChunks: ReadonlySet<string> = new Set([
  ...compiledChunks,
  'boot',
  'components',
  'main',
  'rolldown-runtime',
  'site',
  'stored',
]);

/** The name of a script's chunk: `react` of `assets/react-DfU0iXm2.js`. */
const chunkOf = (script: string): string => /([\w-]+)-[\w-]{8}\.js$/.exec(script)?.[1] ?? '';

/** Whether the documents name a script, so that it is loaded already. */
export const isOfDocument = (script: string): boolean => documentChunks.has(chunkOf(script));

/**
 * Puts a comment at the head of the compiled chunks. V8 then compiles all functions of the file in another thread
 * while it is downloaded, where compiling each at its first call keeps the main thread busy (docs/performance.md). Other
 * engines ignore the comment.
 * @throws Error when the build has no chunk of one of the names
 */
export const compileHints: Plugin = {
  name: 'compile-hints',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // After the bundler has put its own lines at the head of the files.
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const name of documentChunks) {
        const chunk = chunks.find(({ fileName }) => chunkOf(fileName) === name);
        if (!chunk) throw new Error(`The build has no chunk ${name}`);
        if (compiledChunks.has(name)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
};
