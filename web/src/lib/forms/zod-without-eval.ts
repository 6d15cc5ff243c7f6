import { config } from 'zod/mini';

// The Content-Security-Policy forbids eval: without `jitless`, zod tries it and causes a violation report on every visit.
config({ jitless: true });
