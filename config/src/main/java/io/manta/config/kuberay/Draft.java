package io.manta.config.kuberay;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A mapping in the making; keys keep the order in which they are put. */
final class Draft {
    static final Origin CONVERTED = new Origin.Derived("converted", Optional.empty());

    private final Map<String, Fields.Field> fields = new LinkedHashMap<>();

    static Draft of(Fields start) {
        var draft = new Draft();
        draft.fields.putAll(start.fields());
        return draft;
    }

    Draft put(String key, Value value) {
        fields.put(key, new Fields.Field(value, CONVERTED));
        return this;
    }

    /** @param value a text, a number or a truth value */
    Draft put(String key, Object value) {
        return put(key, Scalar.of(value, CONVERTED));
    }

    Draft put(String key, Draft value) {
        return put(key, value.finish());
    }

    Draft put(String key, Map<String, ?> amounts) {
        var draft = new Draft();
        amounts.forEach((name, amount) -> draft.put(name, (Object) amount));
        return put(key, draft);
    }

    Draft texts(String key, List<String> texts) {
        var values = new ArrayList<Value>();
        texts.forEach(text -> values.add(Scalar.of(text, CONVERTED)));
        return put(key, new Items(values, CONVERTED));
    }

    Draft remove(String key) {
        fields.remove(key);
        return this;
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    Fields finish() {
        return new Fields(fields, CONVERTED);
    }
}
