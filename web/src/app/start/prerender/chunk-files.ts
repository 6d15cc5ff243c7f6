import type { Rolldown } from 'vite';

/** The paths of the scripts that an entry needs: its own and all that it imports. Entries are named by how their path ends. */
export const filesOf = ({ output }: Rolldown.RolldownOutput, entry: string): string[] => {
  const chunks = output.filter((file) => file.type === 'chunk');
  const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(entry));
  if (!first) throw new Error(`No chunk was made for ${entry}`);
  const found = new Set([first.fileName]);
  // A set is walked to the end even while it grows.
  for (const fileName of found) {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName);
    for (const imported of chunk?.imports ?? []) found.add(imported);
  }
  return [...found].map((fileName) => `/${fileName}`);
};
