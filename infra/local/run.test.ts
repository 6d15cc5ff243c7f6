import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { run } from './run.ts';
import { StartError } from './start-error.ts';

const printed = vi.fn();
const refused = vi.fn();

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(printed);
  vi.spyOn(console, 'error').mockImplementation(refused);
});

afterEach(() => {
  process.exitCode = undefined;
});

it('prints what the functions log while the system starts only if it cannot start', async () => {
  await run(await tempDir(), async () => {
    console.info({ event: 'message.done' });
    expect(printed).not.toHaveBeenCalled();
    throw new StartError('There is no database', 'Start one');
  });
  expect(printed.mock.calls).toEqual([[{ event: 'message.done' }]]);
  expect(refused.mock.calls).toEqual([['There is no database\nStart one']]);
  expect(process.exitCode).toBe(1);
});
