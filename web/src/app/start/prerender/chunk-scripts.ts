import type { Rolldown } from 'vite';

/**
 * URL paths of the scripts that a module needs: its own chunk and all static imports, transitively.
 * @param module end of the module's path, or the name of the screen in it
 */
export const scriptsOf = ({ output }: Rolldown.RolldownOutput, module: string): string[] => {
  const chunks = output.filter((file) => file.type === 'chunk');
  const entry = chunks.find(
    ({ facadeModuleId, isDynamicEntry, exports }) =>
      facadeModuleId?.endsWith(module) || (isDynamicEntry && exports.includes(module)),
  );
  if (!entry) throw new Error(`The build has no chunk for ${module}`);
  const fileNames = new Set([entry.fileName]);
  // Iterating a Set includes what is added during the iteration.
  for (const fileName of fileNames) {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName);
    for (const imported of chunk?.imports ?? []) fileNames.add(imported);
  }
  return [...fileNames].map((fileName) => `/${fileName}`);
};
