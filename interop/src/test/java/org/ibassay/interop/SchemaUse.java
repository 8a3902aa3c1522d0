package org.ibassay.interop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The elements of a JSON Schema: the places that a document may have, and the values listed for
/// them.
///
/// A place consists of the names that lead to it, separated by slashes; arrays add none.
///
/// @param schema with definitions in `$defs`, and no recursive reference
record SchemaUse(JsonNode schema) {
  /// Returns all places.
  List<String> places() {
    List<String> places = new ArrayList<>();
    walk(schema, "", places, new ArrayList<>());
    return places;
  }

  /// Returns all listed values, each as its place, `=` and the value; without null.
  List<String> values() {
    List<String> values = new ArrayList<>();
    walk(schema, "", new ArrayList<>(), values);
    return values;
  }

  private void walk(JsonNode part, String place, List<String> places, List<String> values) {
    if (part.has("$ref")) {
      String name = part.get("$ref").stringValue();
      walk(schema.at(name.substring(1)), place, places, values);
    }
    for (JsonNode value : part.path("enum")) {
      if (!value.isNull()) {
        values.add(place + "=" + value.asString());
      }
    }
    if (part.has("items")) {
      walk(part.get("items"), place, places, values);
    }
    for (String name : part.path("properties").propertyNames()) {
      places.add(place + "/" + name);
      walk(part.get("properties").get(name), place + "/" + name, places, values);
    }
  }

  /// Adds the places with a value in a document, and the values.
  static void gather(JsonNode document, String place, Collection<String> to) {
    if (document.isObject()) {
      document.forEachEntry((name, value) -> gather(value, place + "/" + name, to));
    } else if (document.isArray()) {
      document.forEach(value -> gather(value, place, to));
    } else if (!document.isNull() && !document.asString().isEmpty()) {
      to.add(place);
      to.add(place + "=" + document.asString());
    }
    if (document.isContainer() && !document.isEmpty()) {
      to.add(place);
    }
  }
}
