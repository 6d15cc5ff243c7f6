import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronDown, ChevronUp, HeartPulse, Phone } from 'lucide-react';
import { useId, useState } from 'react';
import { callLink } from '#shared/lib/phone-number';
import {
  type Attendance,
  attendanceNames,
  type ChildCard,
  type Mark,
  type PlaceKind,
} from '#shared/registers/register';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import type { KeptChild } from './copies.ts';

interface ChildRowProps {
  readonly child: KeptChild;
  readonly mark: Mark | null;
  readonly isReadOnly: boolean;
  /** What is allowed of its photos where it is not what is allowed of most; null where it is. */
  readonly photos: string | null;
  /** Whether what is known of its health changed since it was last opened. */
  readonly isNew: boolean;
  /** What is known of its health is shown. */
  readonly onOpen: () => void;
  readonly onMark: (attendance: Attendance) => void;
}

const kindNames: Readonly<Record<PlaceKind, string | null>> = {
  full: null,
  trial: 'Trial',
  'make-up': 'Make-up',
  left: 'Left the class',
};

/** The note; without one, whether there is nothing to know or nobody answered (EME-02). */
const healthOf = ({ medical_conditions, is_health_answered }: ChildCard): string =>
  medical_conditions ?? (is_health_answered ? 'Nothing to know' : 'Not answered');

/**
 * A child on a register: present and absent at one tap, late, left early, the note and the phone at two. Nothing moves when
 * a mark is made.
 */
export const ChildRow = ({ child, mark, isReadOnly, photos, isNew, onOpen, onMark }: ChildRowProps) => {
  const [isOpen, setIsOpen] = useState(false);
  // It stays beside the name while the note is read: nothing moves under a finger.
  const [wasNew, setWasNew] = useState(false);
  const toggle = () => {
    setWasNew(!isOpen && isNew);
    setIsOpen(!isOpen);
    if (!isOpen) onOpen();
  };
  const [nameId, moreId] = [useId(), useId()];
  const { name, age, card } = child;
  const kind = kindNames[child.kind];
  const attendance = mark?.attendance;
  const button = (value: Attendance) => (
    <MarkButton
      type="button"
      aria-pressed={attendance === value}
      aria-describedby={nameId}
      data-absent={value === 'absent' || undefined}
      disabled={isReadOnly}
      onClick={() => onMark(value)}
    >
      {attendanceNames[value]}
    </MarkButton>
  );
  const isThere = attendance === 'late' || attendance === 'left-early';
  return (
    <Card px="3" py="1.5" role="group" aria-labelledby={nameId}>
      <Stack gap="2">
        <HStack gap="2">
          {/* The button at the end of the row is the one of keyboards. */}
          <NameButton
            type="button"
            tabIndex={-1}
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={toggle}
          >
            <chakra.span fontSize="lg" fontWeight="bold" overflowWrap="anywhere">
              <span id={nameId}>{name}</span>
              {age !== null && <small> {age}</small>}
            </chakra.span>
            {child.not_coming && <Badge variant="warning">Not coming</Badge>}
            {kind && <Badge variant="accent">{kind}</Badge>}
            {child.joined && <Badge variant="brand">Joined</Badge>}
            {child.is_first && <Badge variant="brand">First session</Badge>}
            {photos && <Badge>{photos}</Badge>}
            {card && card.medical_conditions !== null && (
              <Badge variant="danger">
                <HeartPulse size="1em" aria-hidden />
                &nbsp;Medical note
              </Badge>
            )}
            {(isNew || wasNew) && <Badge variant="warning">New</Badge>}
          </NameButton>
          {button('present')}
          {button('absent')}
          <MoreButton
            type="button"
            aria-expanded={isOpen}
            aria-controls={moreId}
            aria-label={isThere ? `More about ${name}, ${attendanceNames[attendance]}` : `More about ${name}`}
            // In a button of a fixed size: a further label beside the name would move the buttons.
            data-marked={isThere || undefined}
            onClick={toggle}
          >
            {isThere && <span>{attendanceNames[attendance]}</span>}
            {isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          </MoreButton>
        </HStack>
        <Stack id={moreId} gap="2" hidden={!isOpen} css={{ '&[hidden]': { display: 'none' } }}>
          {isOpen && (
            <>
              <HStack gap="2">
                {button('late')}
                {button('left-early')}
              </HStack>
              {card && (
                <Text
                  whiteSpace="pre-wrap"
                  overflowWrap="anywhere"
                  p="3"
                  borderRadius="md"
                  bg="warning.subtle"
                  color="warning.fg"
                >
                  Health: {healthOf(card)}
                </Text>
              )}
              {!card && child.kind !== 'left' && (
                <Text color="fg.muted">
                  Health and phone numbers are on this screen from 12 hours before the session to 2 hours
                  after it.
                </Text>
              )}
              {card && <CallLinks card={card} name={name} />}
            </>
          )}
        </Stack>
      </Stack>
    </Card>
  );
};

/** Whom to call, the account's holder first, then the contacts in their order (EME-04). */
const CallLinks = ({
  card: { parent, contacts },
  name,
}: {
  readonly card: ChildCard;
  readonly name: string;
}) => {
  const people = [
    { phone: parent.phone_number, label: parent.full_name, note: null },
    ...contacts.map((contact) => ({
      phone: contact.phone_number,
      label: `${contact.name}, ${contact.relation}`,
      note: contact.may_collect ? `May collect ${name}` : null,
    })),
  ];
  return people.map(({ phone, label, note }) => {
    const call = callLink(phone);
    return (
      <CallLink key={`${label} ${phone}`} {...(call && { href: call })}>
        <Phone size="1.2em" aria-hidden />
        <span>
          Call {label}
          {!call && `: ${phone}`}
          {note && <small>{note}</small>}
        </span>
      </CallLink>
    );
  });
};

/** The name with its signs, which opens the card like the button at the end of the row. */
const NameButton = chakra('button', {
  base: {
    flex: '1 1 0',
    minWidth: '0',
    minHeight: 'touch',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    alignContent: 'center',
    columnGap: '1.5',
    rowGap: '0.5',
    textAlign: 'start',
    lineHeight: 'heading',
    cursor: 'pointer',
    touchAction: 'manipulation',
    '& small': { color: 'fg.muted', fontWeight: 'medium' },
  },
});

const MarkButton = chakra('button', {
  base: {
    position: 'relative',
    flex: '0 0 4.75rem',
    minHeight: '14',
    px: '1',
    borderRadius: 'lg',
    borderWidth: '2px',
    borderColor: 'border.control',
    bg: 'bg.surface',
    fontWeight: 'bold',
    fontSize: 'md',
    cursor: 'pointer',
    userSelect: 'none',
    touchAction: 'manipulation',
    // A mark is more than a colour, also where the user's colours replace the background.
    '&[aria-pressed=true]::after': {
      content: '"✓" / ""',
      position: 'absolute',
      top: '0',
      insetEnd: '1.5',
      fontSize: 'sm',
    },
    _disabled: { opacity: '0.55', cursor: 'not-allowed' },
    '&[aria-pressed=true]': { bg: 'brand.solid', color: 'brand.contrast', borderColor: 'brand.solid' },
    '&[data-absent][aria-pressed=true]': {
      bg: 'danger.solid',
      color: 'danger.contrast',
      borderColor: 'danger.solid',
    },
  },
});

const MoreButton = chakra('button', {
  base: {
    display: 'inline-flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: '0',
    width: '12',
    height: '14',
    borderRadius: 'lg',
    borderWidth: '2px',
    borderColor: 'border.control',
    fontSize: 'xs',
    fontWeight: 'bold',
    lineHeight: '1.1',
    cursor: 'pointer',
    '&[data-marked]': { bg: 'brand.solid', color: 'brand.contrast', borderColor: 'brand.solid' },
    '&[data-marked] svg': { height: '1.25em' },
  },
});

const CallLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minHeight: '14',
    px: '3',
    py: '2',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    borderRadius: 'lg',
    bg: 'brand.solid',
    color: 'brand.contrast',
    fontWeight: 'bold',
    fontSize: 'lg',
    '& small': { display: 'block', fontWeight: 'medium' },
  },
});
