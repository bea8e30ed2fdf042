import { ModelBadge } from './model-badge.tsx';
import { PrivacyBadge } from './privacy-badge.tsx';

export function AppHeader() {
  return (
    <header className="app-header">
      <h1 className="wordmark">
        <svg className="wordmark-sign" viewBox="0 0 24 24" aria-hidden="true">
          <path className="wordmark-grain" d="M12 2c3.6 2.6 4.6 6.8 0 12.5C7.4 8.8 8.4 4.6 12 2z" />
          <path className="wordmark-chaff" d="M3 18.5h3M10.5 18.5h3M18 18.5h3M6.7 21.5h3M14.3 21.5h3" />
        </svg>
        Winnow
      </h1>
      <div className="app-header-badges">
        <ModelBadge />
        <PrivacyBadge />
      </div>
    </header>
  );
}
