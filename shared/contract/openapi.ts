import * as z from 'zod/mini';
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { bookingDetailsSchema } from '#shared/booking/booking';
import { brand } from '#shared/brand';
import { classSummarySchema, footballClassSchema } from '#shared/classes/class';
import { childSchema, profileSchema } from '#shared/families/family';
import { myFamilySchema } from '#shared/families/members';
import { idempotencyKeyHeader, idempotencyKeySchema } from '#shared/lib/ids';
import { timeSlotSchema } from '#shared/sessions/slot';
import { type ProblemCode, problemSchema, problems } from './errors.ts';
import { type ApiService, problemsOf, type Route } from './route.ts';
import { routeList } from './routes.ts';
import { problemContentType } from './shown-problems.ts';

/** Where the document is served. */
export const openApiPath = '/api/openapi.json';

const bearerAuth = 'bearerAuth';

const tags: Readonly<Record<ApiService, string>> = {
  catalogue: 'Classes and their times, for everybody',
  account: 'Sign-up, email verification and password reset',
  family: 'A parent’s own profile, children, bookings and money',
  admin: 'The school’s administration',
  links: 'Public forms, and what the links of emails and calendars open',
  cards: 'Payments by card, of families and for the office',
  'card-events': 'What the provider of card payments reports, signed by it',
  coach: 'Sessions and registers of coaches',
};

const components = {
  Booking: bookingDetailsSchema,
  Child: childSchema,
  Class: footballClassSchema,
  ClassSummary: classSummarySchema,
  Family: myFamilySchema,
  Problem: problemSchema,
  Profile: profileSchema,
  TimeSlot: timeSlotSchema,
} satisfies Record<string, z.core.$ZodType>;

const problemResponse = (codes: readonly ProblemCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${problems[code].text}`).join('\n\n'),
  content: {
    [problemContentType]: {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: [...codes] } } }],
      },
    },
  },
});

const mediaTypeOf = ({ file }: Route): string => file?.replace(/;.*/, '') ?? 'application/json';

const hasContent = ({ status }: Route): boolean => status !== 204 && status !== 303;

/** One response for each status of a route; a problem status lists its codes. */
const responsesOf = (route: Route): ZodOpenApiResponsesObject => {
  const codes = new Set(problemsOf(route));
  const responses: ZodOpenApiResponsesObject = {
    [`${route.status}`]: {
      description: route.summary,
      ...(hasContent(route) && { content: { [mediaTypeOf(route)]: { schema: route.response } } }),
    },
    ...(route.file && { 304: { description: 'Not changed since the answer with this ETag' } }),
  };
  for (const [status, sameStatus] of Map.groupBy(codes, (code) => problems[code].status)) {
    responses[`${status}`] = problemResponse(sameStatus);
  }
  return {
    ...responses,
    default: { description: 'An answer of what is in front of the API, whose body may be of another type' },
  };
};

const operationOf = (name: string, route: Route): ZodOpenApiOperationObject => ({
  operationId: name,
  summary: route.summary,
  tags: [route.service],
  security: route.access === 'public' ? [] : [{ [bearerAuth]: [] }],
  requestParams: {
    ...(route.params && { path: route.params }),
    ...(route.query && { query: route.query }),
    ...(route.idempotent && { header: z.object({ [idempotencyKeyHeader]: idempotencyKeySchema }) }),
  },
  ...(route.body && {
    requestBody: { required: true, content: { 'application/json': { schema: route.body } } },
  }),
  responses: responsesOf(route),
});

/** Answers may gain fields later, so the document allows unknown ones. */
const allowNewFields: CreateDocumentOptions['override'] = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  if (io === 'output' && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
};

/** The OpenAPI 3.1 document of the API; a new plain object on each call. */
export const buildOpenApiDocument = (
  list: readonly { readonly name: string; readonly route: Route }[] = routeList,
) => {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { name, route } of list) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: `${brand.name} API`,
        description: brand.description,
        version: '1.0.0',
        // SPDX writes a license of one's own like this; package.json grants none.
        license: { name: `© ${brand.legalName}`, identifier: 'LicenseRef-Proprietary' },
      },
      // The origin that serves the document.
      servers: [{ url: '/' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      components: {
        schemas: components,
        securitySchemes: { [bearerAuth]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    { override: allowNewFields },
  );
};
