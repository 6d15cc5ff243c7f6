import { afterAll, beforeEach, vi } from 'vitest';
import { sampleNow } from '../samples/samples.ts';
import { startBookingSystem } from './booking-system.ts';

/**
 * Starts the services of families and administrators that the tests of a file share. Their clock is set back before
 * each.
 */
export const startBookingTests = async () => {
  const system = await startBookingSystem();
  afterAll(() => system.stop());
  beforeEach(() => {
    system.setTime(sampleNow);
    vi.spyOn(console, 'info').mockReturnValue();
  });
  return system;
};
