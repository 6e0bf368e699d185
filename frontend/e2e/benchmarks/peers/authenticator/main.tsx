import { Authenticator } from '@aws-amplify/ui-react';
import '@aws-amplify/ui-react/styles.css';
import { Amplify } from 'aws-amplify';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// There is no such user pool. Without stored tokens, the component sends no request before somebody logs in.
Amplify.configure({
  Auth: {
    Cognito: { userPoolId: 'eu-west-3_000000000', userPoolClientId: '0'.repeat(26) },
  },
});

/** The page of Amplify's documentation: https://docs.amplify.aws/react/frontend/auth/using-the-authenticator/ */
function App() {
  return (
    <Authenticator>
      {({ signOut, user }) => (
        <main>
          <h1>Hello {user?.username}</h1>
          <button onClick={signOut}>Sign out</button>
        </main>
      )}
    </Authenticator>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
