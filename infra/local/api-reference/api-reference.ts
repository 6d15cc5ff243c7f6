import { Hono } from 'hono';
import { localPaths } from '../addresses.ts';
import { readDocument } from './document.ts';
import { referencePage } from './page.ts';
import { referenceStyle } from './style.ts';

const styleSheet = 'style.css';

/** Pages that show the API's document to a person. */
export const createApiReference = (documentPath: string) =>
  new Hono()
    .get('/', (c) =>
      c.html(
        referencePage(readDocument(), {
          documentPath,
          styleSheet: `${localPaths.apiReference}/${styleSheet}`,
        }),
      ),
    )
    .get(`/${styleSheet}`, (c) => c.body(referenceStyle, 200, { 'content-type': 'text/css; charset=utf-8' }));
