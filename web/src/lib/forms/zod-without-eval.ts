import { config } from 'zod/mini';

// The site's Content-Security-Policy forbids eval; without this, zod would try it on every visit and be reported.
config({ jitless: true });
