import { ChevronDown, ChevronUp, HeartPulse, Phone } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { namesOf } from '#shared/lib/names';
import { callLink } from '#shared/lib/phone-number';
import {
  type Attendance,
  attendanceNames,
  type ChildCard,
  type ChildKind,
  type Mark,
} from '#shared/registers/register';
import { css, cx } from '#styled-system/css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import type { ChildInCopy } from './copies.ts';

interface ChildRowProps {
  readonly child: ChildInCopy;
  readonly mark: Mark | null;
  readonly isReadOnly: boolean;
  /** The child's photo rule, or null where it is that of most children. */
  readonly photos: string | null;
  /** Whether the health answer has changed since it was last opened. */
  readonly isNew: boolean;
  readonly onOpen: (child: ChildInCopy) => void;
  readonly onMark: (child: ChildInCopy, attendance: Attendance) => void;
}

const kindNames: Readonly<Record<ChildKind, string | null>> = namesOf({
  full: null,
  trial: 'Trial',
  'make-up': 'Make-up',
  left: 'Left the class',
});

const healthOf = ({ medical_conditions, is_health_answered }: ChildCard): string =>
  medical_conditions ?? (is_health_answered ? 'Nothing to know' : 'Not answered');

/** Present and absent take one tap, all else two. Nothing moves when a mark is made, and only the changed row is rendered. */
export const ChildRow = memo(({ child, mark, isReadOnly, photos, isNew, onOpen, onMark }: ChildRowProps) => {
  const [isOpen, setIsOpen] = useState(false);
  // The sign stays while the note is open, so that nothing moves under a finger.
  const [wasNew, setWasNew] = useState(false);
  const toggle = () => {
    setWasNew(!isOpen && isNew);
    setIsOpen(!isOpen);
    if (!isOpen) onOpen(child);
  };
  const [nameId, moreId] = [useId(), useId()];
  const { name, age, card } = child;
  const kind = kindNames[child.kind];
  const attendance = mark?.attendance;
  const button = (value: Attendance) => (
    <button
      type="button"
      className={cx(markButton, css({ colorPalette: value === 'absent' ? 'danger' : 'brand' }))}
      aria-pressed={attendance === value}
      aria-describedby={nameId}
      disabled={isReadOnly}
      onClick={() => onMark(child, value)}
    >
      {attendanceNames[value]}
      {attendance === value && <span className={tick} />}
    </button>
  );
  const isThere = attendance === 'late' || attendance === 'left-early';
  return (
    <Card.Root gap="2" px="3" py="1.5" role="group" aria-labelledby={nameId}>
      <HStack gap="1.5" css={{ _narrowPhone: { flexWrap: 'wrap', justifyContent: 'end' } }}>
        {/* The button at the end of the row is the one of keyboards. */}
        <button
          type="button"
          className={nameButton}
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={toggle}
        >
          <Text as="span" fontSize="lg" fontWeight="bold" overflowWrap="anywhere">
            <span id={nameId}>{name}</span>
            {age !== null && <small> {age}</small>}
          </Text>
          {child.not_coming && <Badge colorPalette="warning">Not coming</Badge>}
          {kind && (
            <Badge variant="solid" colorPalette="accent">
              {kind}
            </Badge>
          )}
          {child.joined && <Badge colorPalette="brand">Joined</Badge>}
          {child.is_first && <Badge colorPalette="brand">First session</Badge>}
          {photos && <Badge>{photos}</Badge>}
          {card && card.medical_conditions !== null && (
            <Badge variant="solid" colorPalette="danger">
              <HeartPulse size="1em" aria-hidden />
              &nbsp;Medical note
            </Badge>
          )}
          {(isNew || wasNew) && <Badge colorPalette="warning">New</Badge>}
        </button>
        {button('present')}
        {button('absent')}
        <button
          type="button"
          className={moreButton}
          aria-expanded={isOpen}
          aria-controls={moreId}
          aria-label={isThere ? `More about ${name}, ${attendanceNames[attendance]}` : `More about ${name}`}
          // The button has a fixed size, because another label beside the name would move the buttons.
          data-marked={isThere || undefined}
          onClick={toggle}
        >
          {isThere && <span>{attendanceNames[attendance]}</span>}
          {isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </button>
      </HStack>
      <Stack id={moreId} gap="2" hidden={!isOpen}>
        {isOpen && (
          <>
            <HStack gap="2">
              {button('late')}
              {button('left-early')}
            </HStack>
            {card && (
              <Text
                p="3"
                borderRadius="md"
                bg="warning.subtle"
                color="warning.fg"
                whiteSpace="pre-wrap"
                overflowWrap="anywhere"
              >
                Health: {healthOf(card)}
              </Text>
            )}
            {!card && child.kind !== 'left' && (
              <Text color="fg.muted">
                Health and phone numbers are on this screen from 12 hours before the session to 2 hours after
                it.
              </Text>
            )}
            {card && <CallLinks card={card} name={name} />}
          </>
        )}
      </Stack>
    </Card.Root>
  );
});

const markButton = css({
  position: 'relative',
  flex: '[0 0 4.75rem]',
  minHeight: '14',
  px: '1',
  borderWidth: '2px',
  borderColor: { base: 'border.control', _pressed: 'colorPalette.solid' },
  borderRadius: 'lg',
  bg: { base: 'bg.surface', _pressed: 'colorPalette.solid' },
  color: { _pressed: 'colorPalette.contrast' },
  fontWeight: 'bold',
  cursor: { base: 'pointer', _disabled: 'not-allowed' },
  opacity: { _disabled: '0.55' },
  userSelect: 'none',
  touchAction: 'manipulation',
});

// A mark is more than a colour, also in the user's own colours. It is drawn, because not every font has the sign.
const tick = css({
  position: 'absolute',
  top: '1.5',
  insetEnd: '2.5',
  width: '[0.3125rem]',
  height: '2.5',
  borderWidth: '[0 2px 2px 0]',
  transform: '[rotate(45deg)]',
});

const nameButton = css({
  display: 'flex',
  flex: '[1 1 0]',
  flexBasis: { _narrowPhone: 'full' },
  flexWrap: 'wrap',
  alignItems: 'center',
  alignContent: 'center',
  columnGap: '1.5',
  rowGap: '0.5',
  minWidth: '0',
  minHeight: 'touch',
  lineHeight: 'heading',
  textAlign: 'start',
  cursor: 'pointer',
  touchAction: 'manipulation',
  // Signs stay beside the buttons, and wrap where the line is too short.
  '& > span': { flexShrink: '1', minWidth: '0', whiteSpace: 'normal' },
  '& > span:not(:first-child)': { px: '1' },
  '& small': { color: 'fg.muted', fontWeight: 'medium' },
});

const moreButton = css({
  display: 'inline-flex',
  flexDirection: 'column',
  flexShrink: '0',
  alignItems: 'center',
  justifyContent: 'center',
  width: '12',
  height: '14',
  borderWidth: '2px',
  borderColor: 'border.control',
  borderRadius: 'lg',
  fontSize: '[0.75rem]',
  fontWeight: 'bold',
  lineHeight: '[1.1]',
  cursor: 'pointer',
  '&[data-marked]': {
    borderColor: 'brand.solid',
    bg: 'brand.solid',
    color: 'brand.contrast',
    _icon: { height: '[1.25em]' },
  },
});

const CallLinks = ({
  card: { adults, contacts },
  name,
}: {
  readonly card: ChildCard;
  readonly name: string;
}) => {
  const people = [
    ...adults.map(({ full_name, phone_number }, index) => ({
      id: index === 0 ? 'holder' : 'second adult',
      phone: phone_number,
      label: full_name,
      note: null,
    })),
    ...contacts.map((contact) => ({
      id: `${contact.name} ${contact.phone_number}`,
      phone: contact.phone_number,
      label: `${contact.name}, ${contact.relation}`,
      note: contact.may_collect ? `May collect ${name}` : null,
    })),
  ];
  return people.map(({ id, phone, label, note }) => {
    const call = callLink(phone);
    return (
      <Button
        key={id}
        asChild
        size="lg"
        px="3"
        py="2"
        borderRadius="lg"
        overflowWrap="anywhere"
        whiteSpace="normal"
      >
        <a {...(call && { href: call })}>
          <Phone size="1.2em" aria-hidden />
          <span>
            Call {label}
            {!call && `: ${phone}`}
            {note && (
              <Box as="small" display="block" fontWeight="medium">
                {note}
              </Box>
            )}
          </span>
        </a>
      </Button>
    );
  });
};
