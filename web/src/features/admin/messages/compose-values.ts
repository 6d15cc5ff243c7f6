import * as z from 'zod/mini';
import { sendMessageSchema, writtenMessageSchema } from '#shared/schemas/message-input';
import { createDrafts } from '../../../lib/forms/form-draft.ts';

export const audienceKinds = ['class', 'slot', 'venue-day', 'waiting-list', 'family', 'readers'] as const;
type AudienceKind = (typeof audienceKinds)[number];

export const audienceNames: Readonly<Record<AudienceKind, string>> = {
  class: 'All families of a class',
  slot: 'All families of a time slot',
  'venue-day': 'Everybody at a venue on a day',
  'waiting-list': 'The waiting list of a time slot',
  family: 'One family',
  readers: 'The readers of the newsletter',
};

/** The fields of the form; those of other kinds of audience keep their values. */
export interface ComposeValues {
  readonly kind: AudienceKind;
  readonly class_id: string;
  /** Class and slot, with a blank between them. */
  readonly slot: string;
  readonly venue_id: string;
  readonly date: string;
  readonly parent_id: string;
  readonly subject: string;
  readonly text: string;
  readonly about_booking: boolean;
}

export const emptyMessage: ComposeValues = {
  kind: 'class',
  class_id: '',
  slot: '',
  venue_id: '',
  date: '',
  parent_id: '',
  subject: '',
  text: '',
  about_booking: false,
};

const audienceOf = ({ kind, class_id, slot, venue_id, date, parent_id }: ComposeValues): object => {
  const [slotClass, slotId] = slot.split(' ');
  switch (kind) {
    case 'class':
      return { kind, class_id };
    case 'slot':
    case 'waiting-list':
      return { kind, class_id: slotClass, slot_id: slotId };
    case 'venue-day':
      return { kind, venue_id, date };
    case 'family':
      return { kind, parent_id };
    case 'readers':
      return { kind };
  }
};

export const composeSchema = z.pipe(
  z.transform((values: ComposeValues): unknown => ({
    audience: audienceOf(values),
    subject: values.subject,
    text: values.text,
    about_booking: values.about_booking,
  })),
  sendMessageSchema,
);
export type SendMessage = z.infer<typeof composeSchema>;

/** What a test needs of the form: a test has no audience. */
export const readWritten = ({ subject, text }: ComposeValues) =>
  writtenMessageSchema.safeParse({ subject, text });

/** The message that is not sent yet. */
export const messageDraft = createDrafts<ComposeValues>(
  ({ subject, text }) => `${subject}${text}`.trim() !== '',
)('new');
