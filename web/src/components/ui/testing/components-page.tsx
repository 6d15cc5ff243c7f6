import '../../../app/theme/global.css';
import '../../../app/theme/office.css';
import '../../../app/theme/fonts.css';
import * as Chakra from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import * as machineRecipes from '../../../app/theme/machine-recipes.ts';
import { recipes, slotRecipes } from '../../../app/theme/recipes.ts';
import { breakpoints, conditions, semanticTokens, tokens } from '../../../app/theme/tokens.ts';
import { toaster } from '../../../lib/toasts/toaster.ts';
import { ToastRegion } from '../../toast-region.tsx';
import { Alert } from '../alert.tsx';
import { Badge } from '../badge.tsx';
import { Box } from '../box.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Container } from '../container.tsx';
import { Field } from '../field.tsx';
import { Heading } from '../heading.tsx';
import { Input } from '../input.tsx';
import { Link } from '../link.tsx';
import { NativeSelect } from '../native-select.tsx';
import { RadioCard } from '../radio-card.tsx';
import { RadioGroup } from '../radio-group.tsx';
import { SimpleGrid } from '../simple-grid.tsx';
import { Skeleton } from '../skeleton.tsx';
import { HStack, Stack } from '../stack.tsx';
import type { Look } from '../style-props.tsx';
import { Table } from '../table.tsx';
import { Text } from '../text.tsx';
import { Textarea } from '../textarea.tsx';

// The page of /_local/components (infra/local/components-page.ts).

/** Chakra's engine at run time with the recipes that Panda compiles: both makers define the same form of a recipe. */
const system = Chakra.createSystem(Chakra.defaultBaseConfig, {
  preflight: false,
  cssVarsRoot: ':where(:root, :host)',
  conditions,
  theme: { breakpoints, tokens, semanticTokens, recipes, slotRecipes: { ...slotRecipes, ...machineRecipes } },
} as unknown as Chakra.SystemConfig);

/** Each component as this folder has it, and as Chakra has it. */
const components = {
  Alert: [Alert, Chakra.Alert],
  Badge: [Badge, Chakra.Badge],
  Box: [Box, Chakra.Box],
  Button: [Button, Chakra.Button],
  Card: [Card, Chakra.Card],
  Checkbox: [Checkbox, Chakra.Checkbox],
  Container: [Container, Chakra.Container],
  Field: [Field, Chakra.Field],
  HStack: [HStack, Chakra.HStack],
  Heading: [Heading, Chakra.Heading],
  Input: [Input, Chakra.Input],
  Link: [Link, Chakra.Link],
  NativeSelect: [NativeSelect, Chakra.NativeSelect],
  RadioCard: [RadioCard, Chakra.RadioCard],
  RadioGroup: [RadioGroup, Chakra.RadioGroup],
  SimpleGrid: [SimpleGrid, Chakra.SimpleGrid],
  Skeleton: [Skeleton, Chakra.Skeleton],
  Stack: [Stack, Chakra.Stack],
  Table: [Table, Chakra.Table],
  Text: [Text, Chakra.Text],
  Textarea: [Textarea, Chakra.Textarea],
} as const;

type Ui = { readonly [Name in keyof typeof components]: (typeof components)[Name][0] };

/** ui.test.tsx compiles a screen with Chakra's in place of these. */
const [own, chakra] = [0, 1].map((side) =>
  Object.fromEntries(Object.entries(components).map(([name, both]) => [name, both[side]])),
) as unknown as [Ui, Ui];

const state = (name: string, show: (ui: Ui) => ReactNode) => ({ name, show });

/** What the browser knows as `:hover` and `:active`, as attributes. */
const pointed = { 'data-hover': true };
const buttonStates = { idle: {}, pointed, pressed: { 'data-active': true }, disabled: { disabled: true } };
const inputStates = {
  idle: {},
  invalid: { 'aria-invalid': true },
  readOnly: { readOnly: true },
  disabled: { disabled: true },
};
const colours = ['brand', 'accent', 'danger'] as const;

/** Every component in its states. A name begins with the component's. */
const states = [
  ...(['solid', 'outline', 'ghost'] as const).flatMap((variant) =>
    Object.entries(buttonStates).map(([name, props]) =>
      state(`Button ${variant} ${name}`, ({ Button }) => (
        <Button variant={variant} {...props}>
          Save
        </Button>
      )),
    ),
  ),
  ...colours.map((colour) =>
    state(`Button ${colour}`, ({ Button }) => <Button colorPalette={colour}>Save</Button>),
  ),
  ...(['sm', 'md', 'lg'] as const).map((size) =>
    state(`Button ${size}`, ({ Button }) => <Button size={size}>Book Now</Button>),
  ),
  ...(['subtle', 'solid'] as const).flatMap((variant) =>
    (['neutral', ...colours] as const).map((colour) =>
      state(`Badge ${variant} ${colour}`, ({ Badge }) => (
        <Badge variant={variant} colorPalette={colour}>
          Full
        </Badge>
      )),
    ),
  ),
  ...(['md', 'lg', 'xl', '2xl', '3xl'] as const).map((size) =>
    state(`Heading ${size}`, ({ Heading }) => (
      <Heading as="h3" size={size}>
        Junior Ballerz
      </Heading>
    )),
  ),
  state('Text', ({ Text }) => <Text color="fg.muted">Every Saturday</Text>),
  state('Link', ({ Link }) => <Link href="#root">Contact us</Link>),
  state('Box', ({ Box }) => (
    <Box p="3" bg="bg.subtle" borderRadius="lg">
      Trial
    </Box>
  )),
  state('Container', ({ Container }) => <Container maxWidth="prose">Page</Container>),
  state('Stack', ({ Stack, Badge }) => (
    <Stack gap="3" align="start">
      <Badge>Mon</Badge>
      <Badge>Tue</Badge>
    </Stack>
  )),
  state('HStack', ({ HStack, Badge }) => (
    <HStack justify="space-between">
      <Badge>Mon</Badge>
      <Badge>Tue</Badge>
    </HStack>
  )),
  state('SimpleGrid', ({ SimpleGrid, Badge }) => (
    <SimpleGrid columns={2} gap="4">
      <Badge>Mon</Badge>
      <Badge>Tue</Badge>
    </SimpleGrid>
  )),
  ...(['sm', 'md', 'lg'] as const).map((size) =>
    state(`Card ${size}`, ({ Badge, Button, Card }) => (
      <Card.Root size={size}>
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
      </Card.Root>
    )),
  ),
  state('Card programme', ({ Card }) => (
    <Card.Root variant="programme" colorPalette="programme.juniorballerz">
      <Card.Body>With the colour of a programme</Card.Body>
    </Card.Root>
  )),
  ...(['info', 'warning', 'error'] as const).map((status) =>
    state(`Alert ${status}`, ({ Alert }) => (
      <Alert.Root status={status}>
        <Alert.Indicator asChild>
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="10" cy="10" r="8" fill="currentcolor" />
          </svg>
        </Alert.Indicator>
        <Alert.Description>A highlighted message</Alert.Description>
      </Alert.Root>
    )),
  ),
  ...(['md', 'lg'] as const).map((size) =>
    state(`Table ${size}`, ({ Table }) => (
      <Table.Root size={size}>
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
      </Table.Root>
    )),
  ),
  ...Object.entries(inputStates).map(([name, props]) =>
    state(`Input ${name}`, ({ Input }) => (
      <Input aria-label="Email" placeholder="you@example.com" {...props} />
    )),
  ),
  state('Textarea', ({ Textarea }) => <Textarea aria-label="Message" rows={3} defaultValue="Hello" />),
  state('NativeSelect', ({ NativeSelect }) => (
    <NativeSelect.Root>
      <NativeSelect.Field aria-label="Day">
        <option>Monday</option>
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="m6 9 6 6 6-6" fill="none" stroke="currentColor" />
        </svg>
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  )),
  ...[{}, { required: true }, { invalid: true }, { disabled: true }].map((props) =>
    state(`Field ${Object.keys(props)[0] ?? 'idle'}`, ({ Field, Input }) => (
      <Field.Root {...props}>
        <Field.Label>Email</Field.Label>
        <Input type="email" />
        <Field.HelperText>We write to it.</Field.HelperText>
        <Field.ErrorText>Please enter your email</Field.ErrorText>
      </Field.Root>
    )),
  ),
  ...[false, true].map((checked) =>
    state(`Checkbox ${checked}`, ({ Checkbox }) => (
      <Checkbox.Root checked={checked} onCheckedChange={() => {}}>
        <Checkbox.HiddenInput />
        {/* The recipe draws what is in it. */}
        <Checkbox.Control>{null}</Checkbox.Control>
        <Checkbox.Label>I agree</Checkbox.Label>
      </Checkbox.Root>
    )),
  ),
  ...([null, 'yes'] as const).map((value) =>
    state(`RadioGroup ${value}`, ({ RadioGroup }) => (
      <RadioGroup.Root value={value} aria-label="Photos" onValueChange={() => {}}>
        <RadioGroup.Item value="yes">
          <RadioGroup.ItemHiddenInput />
          <RadioGroup.ItemIndicator />
          <RadioGroup.ItemText>Yes</RadioGroup.ItemText>
        </RadioGroup.Item>
      </RadioGroup.Root>
    )),
  ),
  ...([null, 'trial'] as const).map((value) =>
    state(`RadioCard ${value}`, ({ RadioCard }) => (
      <RadioCard.Root value={value} aria-label="Booking" onValueChange={() => {}}>
        <RadioCard.Item value="trial">
          <RadioCard.ItemHiddenInput />
          <RadioCard.ItemIndicator />
          <RadioCard.ItemContent>
            <RadioCard.ItemText>One trial session</RadioCard.ItemText>
          </RadioCard.ItemContent>
        </RadioCard.Item>
      </RadioCard.Root>
    )),
  ),
  state('Skeleton', ({ Skeleton }) => <Skeleton height="10" />),
];

/** It is open in the page: it takes neither the focus nor the page's other parts from anybody. */
const inPage = { open: true, modal: false, trapFocus: false, closeOnInteractOutside: false };
const drawerContent: Look = 'drawer__content';
const found = Chakra.createListCollection({ items: ['Mia Parent', 'Noah Parent'] });

/** Components whose state is a machine are Chakra's own. The drawer is compiled, too, for the time until it is loaded. */
const machines: readonly (readonly [name: string, shown: ReactNode, compiled?: ReactNode])[] = [
  ...(['end', 'bottom'] as const).map(
    (placement) =>
      [
        `Drawer ${placement}`,
        <Chakra.Drawer.Root key={placement} {...inPage} placement={placement} aria-label={placement}>
          <Chakra.Drawer.Content animation="none">Menu</Chakra.Drawer.Content>
        </Chakra.Drawer.Root>,
        <div key="own" className={`${drawerContent} ${drawerContent}--placement_${placement}`}>
          Menu
        </div>,
      ] as const,
  ),
  [
    'Dialog',
    <Chakra.Dialog.Root key="dialog" {...inPage}>
      <Chakra.Dialog.Content>
        <Chakra.Dialog.Header>
          <Chakra.Dialog.Title>Delete this class?</Chakra.Dialog.Title>
        </Chakra.Dialog.Header>
        <Chakra.Dialog.Body>Its 12 bookings end.</Chakra.Dialog.Body>
      </Chakra.Dialog.Content>
    </Chakra.Dialog.Root>,
  ],
  [
    'Tooltip',
    <Chakra.Tooltip.Root key="tooltip" open positioning={{ placement: 'right' }}>
      <Chakra.Tooltip.Trigger>Places</Chakra.Tooltip.Trigger>
      <Chakra.Tooltip.Positioner>
        <Chakra.Tooltip.Content>3 of 12 are left</Chakra.Tooltip.Content>
      </Chakra.Tooltip.Positioner>
    </Chakra.Tooltip.Root>,
  ],
  [
    'Combobox',
    <Chakra.Combobox.Root
      key="combobox"
      collection={found}
      open
      disableLayer
      value={['Mia Parent']}
      highlightedValue="Mia Parent"
    >
      <Chakra.Combobox.Label>Found</Chakra.Combobox.Label>
      <Chakra.Combobox.Content>
        <Chakra.Combobox.ItemGroup>
          <Chakra.Combobox.ItemGroupLabel>Families</Chakra.Combobox.ItemGroupLabel>
          {found.items.map((item) => (
            <Chakra.Combobox.Item key={item} item={item}>
              {item}
            </Chakra.Combobox.Item>
          ))}
        </Chakra.Combobox.ItemGroup>
      </Chakra.Combobox.Content>
    </Chakra.Combobox.Root>,
  ],
  ...(['success', 'error'] as const).map(
    (type) =>
      [
        `Toast ${type}`,
        <Chakra.Button
          key={type}
          onClick={() => toaster.create({ type, title: type, action: { label: 'Undo', onClick: () => {} } })}
        >
          Show
        </Chakra.Button>,
      ] as const,
  ),
];

const ComponentsPage = () => (
  <Chakra.ChakraProvider value={system}>
    <main>
      <h1>Components</h1>
      <p>Each one as the site compiles it, and beside it as Chakra renders it with the same recipe.</p>
      {states.map(({ name, show }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <div className="sample">{show(own)}</div>
          <div className="sample">{show(chakra)}</div>
        </section>
      ))}
      {machines.map(([name, shown, compiled]) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          {compiled && <div className="sample">{compiled}</div>}
          <div className="sample">{shown}</div>
        </section>
      ))}
    </main>
    <ToastRegion />
  </Chakra.ChakraProvider>
);

const root = document.getElementById('root');
if (root) createRoot(root).render(<ComponentsPage />);
