import { Badge } from '../badge.tsx';
import { Box } from '../box.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { Container } from '../container.tsx';
import { Heading } from '../heading.tsx';
import { Link } from '../link.tsx';
import { SimpleGrid } from '../simple-grid.tsx';
import { Skeleton } from '../skeleton.tsx';
import { HStack, Stack } from '../stack.tsx';
import { Table } from '../table.tsx';
import { Text } from '../text.tsx';

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
        <Skeleton height="10" borderRadius="md" aria-busy="true" />
      </article>
    </Card.Root>
  </Container>
);
