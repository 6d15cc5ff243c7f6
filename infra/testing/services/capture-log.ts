import { beforeEach, vi } from 'vitest';

/**
 * Keeps the log of functions off the console, in all tests of a file.
 * @returns the lines that the current test logged, as JSON
 */
export const captureLog = (): readonly string[] => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(JSON.stringify(line)));
  });
  return lines;
};
