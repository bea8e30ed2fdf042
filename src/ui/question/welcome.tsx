import { FileButton } from '../library/file-button.tsx';
import { ImportButton } from '../library/library-buttons.tsx';

/** What the page says before there is anything to ask about. */
export function Welcome() {
  return (
    <div className="welcome" id="question" tabIndex={-1}>
      <h3 className="welcome-title">Ask your own documents</h3>
      <p className="welcome-lead">
        Winnow finds the passages that may answer, keeps only those that are needed, and shows you the exact sentences
        behind every statement.
      </p>
      <div className="welcome-drop">
        <FileButton look="solid">Add documents</FileButton>
        <p>
          or drop them anywhere. PDF, Word, PowerPoint, Excel, OpenDocument, EPUB, HTML, Markdown, CSV, JSON, Jupyter
          notebooks, source code, e-mail, mailboxes and plain text; whole folders and ZIP archives, too.
        </p>
        <ImportButton />
      </div>
      <ul className="welcome-promises">
        <li>
          <strong>Private.</strong> Everything runs in this browser. Nothing is uploaded.
        </li>
        <li>
          <strong>Checkable.</strong> Citations lead to the exact sentence in your document.
        </li>
        <li>
          <strong>Honest.</strong> If your documents do not answer, Winnow says so.
        </li>
      </ul>
    </div>
  );
}
