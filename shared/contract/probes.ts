import * as z from 'zod/mini';
import { type ApiService, linkRate } from './route.ts';

/**
 * The route by which a function shows that the gateway may call it, and that it may read the table (OPS-05). Its answer says
 * nothing. A POST, so that nothing between keeps the answer.
 */
export const probeOf = <Service extends ApiService>(service: Service) =>
  ({
    service,
    access: 'public',
    method: 'POST',
    path: `/api/probes/${service}`,
    summary: `Show that the function ${service} answers`,
    readOnly: true,
    rate: linkRate,
    status: 204,
    response: z.undefined(),
    errors: [],
  }) as const;
