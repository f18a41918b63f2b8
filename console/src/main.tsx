import './mantine.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { theme, variables } from './theme.js';

// The policy of the page refuses style elements without it.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

const root = document.getElementById('console');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {/* Dialogs lie over what was said before. */}
        <Notifications
          position="bottom-right"
          zIndex={150}
          classNames={{ root: 'messages', notification: 'message' }}
        />
        <App />
      </MantineProvider>
    </StrictMode>,
  );
}
