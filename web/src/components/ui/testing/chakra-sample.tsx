import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Card } from '@chakra-ui/react/card';
import { Container } from '@chakra-ui/react/container';
import { Heading } from '@chakra-ui/react/heading';
import { Link } from '@chakra-ui/react/link';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Table } from '@chakra-ui/react/table';
import { Text } from '@chakra-ui/react/text';

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
