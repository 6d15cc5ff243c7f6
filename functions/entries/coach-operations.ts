import type { TimedDeps } from '../lib/deps.ts';
import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { probe } from '../lib/probe.ts';
import * as registers from '../registers/coach.ts';

export const coachOperations: ServiceOperations<'coach', TimedDeps> = {
  ...registers,
  probeCoach: probe('coach'),
};
