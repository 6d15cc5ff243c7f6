import type { ReactNode } from 'react';
import type { Alert } from '../alert.tsx';
import type { Badge } from '../badge.tsx';
import type { Button } from '../button.tsx';
import type { Card } from '../card.tsx';
import type { Heading } from '../heading.tsx';
import type { Input } from '../input.tsx';
import type { Link } from '../link.tsx';
import type { NativeSelect } from '../native-select.tsx';
import type { Skeleton } from '../skeleton.tsx';
import type { Table } from '../table.tsx';
import type { Textarea } from '../textarea.tsx';

/** The components that have a recipe, as this folder has them or as Chakra has them. */
export interface Components {
  readonly Alert: typeof Alert;
  readonly Badge: typeof Badge;
  readonly Button: typeof Button;
  readonly Card: typeof Card;
  readonly Heading: typeof Heading;
  readonly Input: typeof Input;
  readonly Link: typeof Link;
  readonly NativeSelect: typeof NativeSelect;
  readonly Skeleton: typeof Skeleton;
  readonly Textarea: typeof Textarea;
  readonly Table: typeof Table;
}

const variants = ['solid', 'outline', 'ghost'] as const;
const colours = ['brand', 'accent', 'danger'] as const;
/** What the browser knows as `:hover` and `:active`, as attributes. */
const pointed = { 'data-hover': true };
const pressed = { 'data-active': true };

/** Every component in its states, by the name of the state. */
export const componentStates = ({
  Alert,
  Badge,
  Button,
  Card,
  Heading,
  Input,
  Link,
  NativeSelect,
  Skeleton,
  Table,
  Textarea,
}: Components): ReadonlyMap<string, ReactNode> =>
  new Map<string, ReactNode>([
    ...variants.flatMap((variant): [string, ReactNode][] => [
      [
        `Button ${variant}`,
        <Button key="idle" variant={variant}>
          Save
        </Button>,
      ],
      [
        `Button ${variant} under the pointer`,
        <Button key="pointed" variant={variant} {...pointed}>
          Save
        </Button>,
      ],
      [
        `Button ${variant} pressed`,
        <Button key="pressed" variant={variant} {...pressed}>
          Save
        </Button>,
      ],
      [
        `Button ${variant} disabled`,
        <Button key="disabled" variant={variant} disabled>
          Save
        </Button>,
      ],
    ]),
    ...colours.map((colour): [string, ReactNode] => [
      `Button ${colour}`,
      <Button key={colour} colorPalette={colour}>
        Save
      </Button>,
    ]),
    ...(['sm', 'md', 'lg'] as const).map((size): [string, ReactNode] => [
      `Button ${size}`,
      <Button key={size} size={size}>
        Book Now
      </Button>,
    ]),
    ...(['subtle', 'solid'] as const).flatMap((variant) =>
      (['neutral', ...colours] as const).map((colour): [string, ReactNode] => [
        `Badge ${variant} ${colour}`,
        <Badge key={colour} variant={variant} colorPalette={colour}>
          Full
        </Badge>,
      ]),
    ),
    ...(['md', 'lg', 'xl', '2xl', '3xl'] as const).map((size): [string, ReactNode] => [
      `Heading ${size}`,
      <Heading key={size} as="h3" size={size}>
        Junior Ballerz
      </Heading>,
    ]),
    [
      'Link',
      <Link key="link" href="#root">
        Contact us
      </Link>,
    ],
    ...(['sm', 'md', 'lg'] as const).map((size): [string, ReactNode] => [
      `Card ${size}`,
      <Card.Root key={size} size={size}>
        <Card.Header>
          <Card.Title>To Do</Card.Title>
          <Badge>Full</Badge>
        </Card.Header>
        <Card.Body gap="2">
          <Card.Description>A raised box</Card.Description>
        </Card.Body>
        <Card.Footer>
          <Button size="sm">Save</Button>
        </Card.Footer>
      </Card.Root>,
    ]),
    [
      'Card programme',
      <Card.Root key="card" variant="programme" colorPalette="programme.juniorballerz">
        <Card.Body>With the colour of a programme</Card.Body>
      </Card.Root>,
    ],
    ...(['info', 'warning', 'error'] as const).map((status): [string, ReactNode] => [
      `Alert ${status}`,
      <Alert.Root key={status} status={status}>
        <Alert.Indicator asChild>
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="10" cy="10" r="8" fill="currentcolor" />
          </svg>
        </Alert.Indicator>
        <Alert.Description>A highlighted message</Alert.Description>
      </Alert.Root>,
    ]),
    ...(['md', 'lg'] as const).map((size): [string, ReactNode] => [
      `Table ${size}`,
      <Table.Root key={size} size={size}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>Child</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">Age</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          <Table.Row>
            <Table.Cell>Mia</Table.Cell>
            <Table.Cell textAlign="end">9</Table.Cell>
          </Table.Row>
          <Table.Row {...pointed}>
            <Table.Cell>Noah</Table.Cell>
            <Table.Cell textAlign="end">7</Table.Cell>
          </Table.Row>
        </Table.Body>
      </Table.Root>,
    ]),
    ...([{}, { 'aria-invalid': true }, { readOnly: true }, { disabled: true }] as const).map(
      (state): [string, ReactNode] => {
        const [name = 'idle'] = Object.keys(state);
        return [
          `Input ${name}`,
          <Input key={name} aria-label="Email" placeholder="you@example.com" {...state} />,
        ];
      },
    ),
    ['Textarea', <Textarea key="textarea" aria-label="Message" rows={3} defaultValue="Hello" />],
    [
      'NativeSelect',
      <NativeSelect.Root key="select">
        <NativeSelect.Field aria-label="Day">
          <option>Monday</option>
        </NativeSelect.Field>
        <NativeSelect.Indicator>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="m6 9 6 6 6-6" fill="none" stroke="currentColor" />
          </svg>
        </NativeSelect.Indicator>
      </NativeSelect.Root>,
    ],
    ['Skeleton', <Skeleton key="skeleton" height="10" />],
  ]);
