import { AppScope, PageColumn, PageHeading } from '@shop/web-ui';
import './app.css';

export default function App() {
  return (
    <AppScope name="admin">
      <PageColumn>
        <PageHeading>Dashboard</PageHeading>
      </PageColumn>
    </AppScope>
  );
}
