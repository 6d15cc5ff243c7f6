import { afterAll, beforeEach, vi } from 'vitest';
import { sampleNow } from '../samples/samples.ts';
import { waitingScenes } from './waiting-scenes.ts';
import { startWaitingSystem } from './waiting-system.ts';

/** Starts the system that the tests of a file share, with its scenes. Its clock is set back before each test. */
export const startWaitingTests = async () => {
  const system = await startWaitingSystem();
  afterAll(() => system.stop());
  beforeEach(() => {
    system.setTime(sampleNow);
    vi.spyOn(console, 'info').mockReturnValue();
  });
  return { system, scenes: waitingScenes(system) };
};
