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
import { Table } from '../table.tsx';
import { Text } from '../text.tsx';
import { Textarea } from '../textarea.tsx';

/** A screen with every kind of property that the site gives the components of this folder. */
export const Sample = () => (
  <Container maxWidth="prose" pt={{ base: '1', md: '10' }}>
    <Card.Root asChild p={{ base: '4', md: '5' }} borderTopWidth="6px">
      <article>
        <Stack as="ul" gap="4" align="start" direction={{ base: 'column', sm: 'row' }} listStyleType="none">
          <HStack as="li" gap="2" wrap="wrap" justify="space-between">
            <Heading as="h3" size="md" mb="2">
              Title
            </Heading>
            <Badge variant="solid" colorPalette="danger">
              Full
            </Badge>
          </HStack>
        </Stack>
        <Box as="section" tabIndex={-1} outline="none" color="fg.muted" _print={{ display: 'none' }}>
          <Text as="span" fontSize="sm" fontWeight="semibold" overflowWrap="anywhere">
            Text
          </Text>
        </Box>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
          <Button
            type="submit"
            variant="outline"
            size="sm"
            colorPalette="accent"
            loading
            loadingText="Saving"
          >
            Save
          </Button>
          <Link href="/" alignSelf="start">
            Home
          </Link>
        </SimpleGrid>
        <Table.Root size="lg" aria-label="Rows">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader aria-sort="ascending">Name</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            <Table.Row data-open>
              <Table.Cell textAlign="end">Mia</Table.Cell>
            </Table.Row>
          </Table.Body>
        </Table.Root>
        <Alert.Root status="warning" role="status">
          <Alert.Indicator asChild>
            <svg aria-hidden />
          </Alert.Indicator>
          <Alert.Description fontWeight="bold">Text</Alert.Description>
        </Alert.Root>
        <Skeleton height="10" borderRadius="md" aria-busy="true" />
      </article>
    </Card.Root>
  </Container>
);

/** The parts of a form. */
export const FormSample = ({ onChange }: { readonly onChange: (value: unknown) => void }) => (
  <form>
    <Field.Root invalid required>
      <Field.Label mb="2">Email</Field.Label>
      <Input name="email" type="email" autoComplete="email" flex="1" onInput={onChange} />
      <Field.HelperText>We write to it.</Field.HelperText>
      <Field.ErrorText>Please enter your email</Field.ErrorText>
    </Field.Root>
    <Field.Root disabled>
      <Field.Label srOnly>Message</Field.Label>
      <Textarea rows={4} defaultValue="Hello" />
    </Field.Root>
    <Field.Root readOnly id="code">
      <Input unstyled asChild>
        <input type="text" />
      </Input>
    </Field.Root>
    <NativeSelect.Root disabled>
      <NativeSelect.Field name="day" value="monday" onChange={(event) => onChange(event.target.value)}>
        <option value="monday">Monday</option>
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
    <Checkbox.Root checked onCheckedChange={({ checked }) => onChange(checked)}>
      <Checkbox.HiddenInput name="terms" value="yes" disabled aria-label="Terms" />
      <Checkbox.Control />
      <Checkbox.Label>I agree</Checkbox.Label>
    </Checkbox.Root>
    <RadioGroup.Root name="photos" value={null} onValueChange={({ value }) => onChange(value)}>
      <RadioGroup.Item value="yes" fontWeight="semibold">
        <RadioGroup.ItemHiddenInput />
        <RadioGroup.ItemIndicator />
        <RadioGroup.ItemText>Yes</RadioGroup.ItemText>
      </RadioGroup.Item>
    </RadioGroup.Root>
    <RadioCard.Root asChild value="trial" onValueChange={({ value }) => onChange(value)}>
      <fieldset>
        <RadioCard.Item value="trial">
          <RadioCard.ItemHiddenInput aria-describedby="price" />
          <RadioCard.ItemIndicator />
          <RadioCard.ItemContent>
            <RadioCard.ItemText>Trial</RadioCard.ItemText>
          </RadioCard.ItemContent>
        </RadioCard.Item>
      </fieldset>
    </RadioCard.Root>
  </form>
);
