import type { TimedDeps } from '../lib/deps.ts';
import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { probe } from '../lib/probe.ts';
import { getRegister, listMySessions, removeUnlisted, sendMarks } from '../registers/coach.ts';

export const coachOperations: ServiceOperations<'coach', TimedDeps> = {
  listMySessions,
  getRegister,
  removeUnlisted,
  sendMarks,
  probeCoach: probe('coach'),
};
