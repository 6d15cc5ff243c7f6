import * as z from 'zod/mini';
import { profileRoles } from '#shared/roles';

/** The role of a profile. */
export const roleSchema = z.enum(profileRoles);
