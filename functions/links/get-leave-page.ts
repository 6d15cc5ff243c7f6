import { paths } from '#shared/paths';
import type { Operation } from '../lib/http/create-handler.ts';
import type { LinksDeps } from './deps.ts';

/** Leads a browser from the one-click address (RFC 8058) to the page with the button: a GET changes nothing (FRM-04). */
export const getLeavePage: Operation<'getLeavePage', LinksDeps> = async ({ query: { reader, secret } }) =>
  paths.newsletterLeaveLink(reader, secret);
