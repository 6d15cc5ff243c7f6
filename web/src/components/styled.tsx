import { chakra } from '@chakra-ui/react/styled-system';
import { Badge } from './badge.tsx';
import { Button, TextLink } from './controls.tsx';
import { Heading, Screen } from './screen.tsx';

// The same, where a place or a size differs by Chakra's style props. Their own styles are plain classes.

export const StyledButton = chakra(Button, {}, { forwardProps: ['asChild', 'variant', 'size'] });

export const StyledTextLink = chakra(TextLink, {}, { forwardProps: ['asChild'] });

export const StyledHeading = chakra(Heading, {}, { forwardProps: ['as', 'size'] });

export const StyledBadge = chakra(Badge, {}, { forwardProps: ['variant'] });

export const StyledScreen = chakra(Screen, {}, { forwardProps: ['width'] });
