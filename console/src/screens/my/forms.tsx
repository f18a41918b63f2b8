import { useList } from '../../api/reads.js';
import { myForms as t } from '../../strings/my-forms.js';
import { Paged } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { FormCard, formPath } from './form-card.js';
import './my.css';

/** All forms that whoever learns is asked to answer. */
export default function MyForms() {
  const list = useList('/me/forms', { query: { limit: 50 } });
  return (
    <Screen title={t.title} about={t.about}>
      <Paged list={list} empty={t.empty}>
        {(forms) => forms.map((form) => <FormCard key={formPath(form)} form={form} />)}
      </Paged>
    </Screen>
  );
}
