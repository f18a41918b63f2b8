import { Alert, Button, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { strings } from '../strings.js';

/** What is shown where a screen failed: it could not be loaded, for example because the service was upgraded meanwhile. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Alert color="red" title={strings.errors.failed} role="alert">
        <Text>{strings.errors.unexpected}</Text>
        <Button mt="sm" size="xs" variant="default" onClick={() => window.location.reload()}>
          {strings.errors.reload}
        </Button>
      </Alert>
    );
  }
}
