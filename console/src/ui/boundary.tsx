import { Alert, Button, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { strings } from '../strings/common.js';

interface BoundaryProps {
  children: ReactNode;
  /** Instead of an offer to load the page again; `again` renders what failed once more. */
  fallback?: (again: () => void) => ReactNode;
}

/** What is shown where a part failed: it could not be loaded, for example because the service was upgraded meanwhile. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { children, fallback } = this.props;
    if (!this.state.hasFailed) return children;
    if (fallback) return fallback(() => this.setState({ hasFailed: false }));
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
