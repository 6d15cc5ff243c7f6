import type { Rolldown } from 'vite';

/** File names of what a chunk imports, transitively. */
const importsOf = (chunks: readonly Rolldown.OutputChunk[], fileName: string): Set<string> => {
  const found = new Set<string>();
  const add = (from: string) => {
    for (const imported of chunks.find((chunk) => chunk.fileName === from)?.imports ?? [])
      found.add(imported);
  };
  add(fileName);
  // Iterating a Set includes what is added during the iteration.
  for (const imported of found) add(imported);
  return found;
};

const chunksOf = ({ output }: Rolldown.RolldownOutput) => output.filter((file) => file.type === 'chunk');

/**
 * @throws Error naming the chunks that import each other: the browser runs one of them before what it imports, and a page
 * that uses it at once fails
 */
export const checkOrder = (output: Rolldown.RolldownOutput): void => {
  const chunks = chunksOf(output);
  const inCircle = chunks.filter(({ fileName }) => importsOf(chunks, fileName).has(fileName));
  if (inCircle.length > 0)
    throw new Error(`Chunks import each other: ${inCircle.map(({ fileName }) => fileName).join(', ')}`);
};

/**
 * URL paths of the scripts that a module needs: its own chunk and all static imports, transitively.
 * @param module end of the module's path, or the name of the screen in it
 */
export const scriptsOf = (output: Rolldown.RolldownOutput, module: string): string[] => {
  const chunks = chunksOf(output);
  const entry = chunks.find(
    ({ facadeModuleId, isDynamicEntry, exports }) =>
      facadeModuleId?.endsWith(module) || (isDynamicEntry && exports.includes(module)),
  );
  if (!entry) throw new Error(`The build has no chunk for ${module}`);
  return [entry.fileName, ...importsOf(chunks, entry.fileName)].map((fileName) => `/${fileName}`);
};
