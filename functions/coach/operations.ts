import type { ServiceOperations } from '../lib/http/create-handler.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { getRegister, removeUnlisted } from './get-register.ts';
import { listMySessions } from './list-my-sessions.ts';
import { sendMarks } from './send-marks.ts';

export const coachOperations: ServiceOperations<'coach', TimedDeps> = {
  listMySessions,
  getRegister,
  removeUnlisted,
  sendMarks,
};
