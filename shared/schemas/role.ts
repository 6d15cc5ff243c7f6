import * as z from 'zod/mini';
import { roles } from '#shared/roles';

export const roleSchema = z.enum(roles);
